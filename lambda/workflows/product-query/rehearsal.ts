import type { Heard, Rehearsal, Said } from '../../define/rehearsal.ts';

type Result = {
  ok: boolean;
  data?: {
    products?: { id: string }[];
    name?: { en: string; zh: string };
    price?: number;
    currency?: string;
    stock?: number;
  };
  error?: { message: string };
};

/** Searches what the question names, reads the first product found, and says what it read. */
function model({ task, turns, results }: Heard): Said {
  const result = results.at(-1)?.result as Result | undefined;
  const chinese = /\p{Script=Han}/u.test(task);
  if (turns === 0) return { calls: [{ tool: 'search_products', input: { query: queryIn(task) } }] };
  if (results.at(-1)?.tool === 'search_products') {
    const [product] = result?.data?.products ?? [];
    if (product) return { calls: [{ tool: 'get_product_detail', input: { id: product.id } }] };
  }
  const { name, price, currency, stock } = result?.data ?? {};
  if (!name) return { text: chinese ? '目录里没有这个产品。' : 'The catalogue has no such product.' };
  return {
    text: chinese
      ? `${name.en}（${name.zh}）现有库存 ${stock} 件，价格 ${price} ${currency}。`
      : `${name.en} costs ${price} ${currency}; ${stock} are in stock.`,
  };
}

/** The name in a question: its Latin words when it is Chinese, otherwise its capitalised ones. */
function queryIn(question: string): string {
  const words = question.match(/[A-Za-z][\w-]*/g) ?? [];
  const named = /\p{Script=Han}/u.test(question)
    ? words
    : words.filter((word, at) => at > 0 && /^[A-Z]/.test(word));
  return named.join(' ') || question.slice(0, 100);
}

export const rehearsal: Rehearsal = {
  workflow: 'product-query',
  input: { question: '帮我查一下 Widget Pro 的库存' },
  observedAt: '2026-08-25T11:02:00+08:00',
  model,
  feeds: [],
  feed: () => undefined,
};
