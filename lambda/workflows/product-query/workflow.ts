import * as z from 'zod';
import { said } from '../../define/evidence.ts';
import type { RunView } from '../../define/run-view.ts';
import { defineWorkflow } from '../../define/workflow.ts';
import { languageOf } from '../shared/asker/language.ts';
import type { Product } from './catalogue/catalogue.ts';
import { getProductDetail } from './tools/get-product-detail.ts';
import { searchProducts } from './tools/search-products.ts';

const answering = `You answer one question about the products of a catalogue.
1. search_products, with the words of the product's name as the asker wrote them. If nothing is found, try the other
   language or fewer words. If several are found, take the one whose name is the asker's.
2. get_product_detail, for each product the question is about.
3. Answer in the language of the question, in one to three sentences: the product's name, its price and its stock.

Every figure you write has to stand in a result; do not add up, convert or estimate. If no product fits, say so without
figures. A question about something else is not yours to answer: say so.`;

export const productQuery = defineWorkflow({
  name: 'product-query',
  input: z.object({ question: z.string().trim().min(1).max(500) }),
  task: ({ question }) => question,
  start: 'ANSWERING',
  stages: {
    ANSWERING: {
      prompt: answering,
      tools: [searchProducts, getProductDetail],
      turns: 10,
      maxTokens: 1024,
      on: { end: 'DONE', not_found: 'FAILED' },
      decide: found,
    },
  },
  evidence: [said<Product>('product', ({ price, stock }) => [price, stock], namedIn)],
  budget: { tokens: 60_000 },
  answer,
  gate: { expires: { hours: 1 } },
  runs: 'asked',
});

/** The model's words when they hold; otherwise words of ours, so that nothing it made up reaches the asker. */
function answer({ input, text }: RunView, { state, code }: { state: string; code?: string }): string {
  if (state === 'DONE') return text;
  const words = UNANSWERED[languageOf((input as { question: string }).question)];
  return code === 'NOT_FOUND' ? words.notFound : words.stopped;
}

const UNANSWERED = {
  en: {
    notFound: 'The catalogue has no such product.',
    stopped: 'Your question was not answered; a person has been told.',
  },
  sc: { notFound: '目录里没有这个产品。', stopped: '您的问题没有得到回答，已通知负责人。' },
  tc: { notFound: '目錄裡沒有這個產品。', stopped: '您的問題沒有得到回答，已通知負責人。' },
};

/** How much of a question is a product's name or id: the longest name that is in it is the one that is meant. */
function namedIn({ id, name }: Pick<Product, 'id' | 'name'>, given: unknown): number {
  const question = (given as { question: string }).question.toLowerCase();
  const names = [id, name.en, name.zh].map((each) => each.toLowerCase());
  return Math.max(...names.map((each) => (question.includes(each) ? each.length : 0)));
}

/**
 * Nothing was found when that is what the catalogue said, not when nobody looked; and a product that the question names
 * has to be read before anything is answered.
 */
function found({ facts, calls, input }: RunView): string | undefined {
  const read = facts.flatMap(({ name, ok, value }) => (name === 'product' && ok ? [value as Product] : []));
  const searches = facts.flatMap(({ name, value }) => (name === 'search' ? [value as Search] : []));
  const known = [...searches.flatMap(({ products }) => products), ...read];
  const best = Math.max(0, ...known.map((product) => namedIn(product, input)));
  const isRead = read.some((product) => namedIn(product, input) === best);
  if (best > 0 && !isRead) return undefined;
  if (read.length > 0) return 'end';
  const unknown = calls.some(({ result }) => result?.ok === false && result.error.code === 'PRODUCT_UNKNOWN');
  return unknown || searches.some(({ total }) => total === 0) ? 'not_found' : 'end';
}

type Search = {
  readonly total: number;
  readonly products: readonly Pick<Product, 'id' | 'name' | 'category'>[];
};
