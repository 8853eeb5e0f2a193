import type { Catalogue, Product } from './catalogue.ts';
import { namesOf } from './table-catalogue.ts';

const COUNT = 1000;
const SEED = 20_260_825;

/** Kept by hand: a product with a known answer, and two that are easily taken for it. */
const KNOWN: readonly Product[] = [
  known('P001', 'Widget Pro', '小部件专业版', 29.99, 142),
  known('P002', 'Widget Mini', '小部件迷你版', 12.5, 0),
  known('P003', 'Widget Pro Max', '小部件专业加强版', 49.99, 7),
];

const QUALITIES = [
  ['Wireless', '无线'],
  ['Foldable', '折叠'],
  ['Waterproof', '防水'],
  ['Portable', '便携'],
  ['Silent', '静音'],
  ['Bamboo', '竹制'],
  ['Ceramic', '陶瓷'],
  ['Steel', '不锈钢'],
  ['Cotton', '纯棉'],
  ['Magnetic', '磁吸'],
  ['Rechargeable', '充电式'],
  ['Compact', '紧凑型'],
  ['Heavy-duty', '加厚'],
  ['Insulated', '保温'],
  ['Adjustable', '可调节'],
  ['Lightweight', '轻量'],
  ['Recycled', '再生'],
  ['Classic', '经典'],
  ['Smart', '智能'],
  ['Kids', '儿童'],
] as const;

/** Each category in both languages, and five things of it. */
const THINGS = [
  [
    'Audio',
    '音频',
    ['Headphones', '耳机'],
    ['Speaker', '音箱'],
    ['Microphone', '麦克风'],
    ['Radio', '收音机'],
    ['Earbuds', '耳塞'],
  ],
  [
    'Kitchen',
    '厨房',
    ['Kettle', '水壶'],
    ['Cup', '杯子'],
    ['Knife', '刀具'],
    ['Pan', '平底锅'],
    ['Lunch Box', '饭盒'],
  ],
  [
    'Office',
    '办公',
    ['Notebook', '笔记本'],
    ['Stapler', '订书机'],
    ['Desk Lamp', '台灯'],
    ['Chair', '椅子'],
    ['Whiteboard', '白板'],
  ],
  [
    'Travel',
    '旅行',
    ['Backpack', '背包'],
    ['Suitcase', '行李箱'],
    ['Umbrella', '雨伞'],
    ['Neck Pillow', '颈枕'],
    ['Raincoat', '雨衣'],
  ],
  [
    'Sports',
    '运动',
    ['Yoga Mat', '瑜伽垫'],
    ['Dumbbell', '哑铃'],
    ['Skipping Rope', '跳绳'],
    ['Racket', '球拍'],
    ['Helmet', '头盔'],
  ],
  [
    'Home',
    '家居',
    ['Pillow', '枕头'],
    ['Blanket', '毯子'],
    ['Curtain', '窗帘'],
    ['Mirror', '镜子'],
    ['Clock', '时钟'],
  ],
  [
    'Garden',
    '园艺',
    ['Watering Can', '洒水壶'],
    ['Flower Pot', '花盆'],
    ['Shovel', '铲子'],
    ['Gloves', '手套'],
    ['Hose', '水管'],
  ],
  [
    'Electronics',
    '电子',
    ['Keyboard', '键盘'],
    ['Mouse', '鼠标'],
    ['Charger', '充电器'],
    ['Camera', '相机'],
    ['Router', '路由器'],
  ],
  [
    'Toys',
    '玩具',
    ['Puzzle', '拼图'],
    ['Robot', '机器人'],
    ['Blocks', '积木'],
    ['Kite', '风筝'],
    ['Doll', '娃娃'],
  ],
  [
    'Tools',
    '工具',
    ['Drill', '电钻'],
    ['Hammer', '锤子'],
    ['Screwdriver', '螺丝刀'],
    ['Tape', '卷尺'],
    ['Ladder', '梯子'],
  ],
] as const;

/** A thousand invented products, the same on every machine: what a local host sells. */
export function inventedProducts(): readonly Product[] {
  const random = seeded(SEED);
  const kinds = THINGS.flatMap(([en, zh, ...things]) =>
    things.flatMap((thing) => QUALITIES.map((quality) => ({ category: { en, zh }, quality, thing }))),
  );
  const invented = kinds.slice(0, COUNT - KNOWN.length).map(({ category, quality, thing }, index) => ({
    id: `P${String(index + 1 + KNOWN.length).padStart(3, '0')}`,
    name: { en: `${quality[0]} ${thing[0]}`, zh: `${quality[1]}${thing[1]}` },
    category,
    price: Math.round(199 + random() * 30_000) / 100,
    currency: 'USD',
    stock: Math.floor(random() * 500),
  }));
  return [...KNOWN, ...invented];
}

/** The invented catalogue, held in memory. */
export function inventedCatalogue(): Catalogue {
  const products = new Map(inventedProducts().map((product) => [product.id, product]));
  const ids = new Map<string, string[]>();
  for (const product of products.values()) {
    for (const word of namesOf(product)) ids.set(word, [...(ids.get(word) ?? []), product.id]);
  }
  return {
    product: async (id) => products.get(id),
    idsOf: async (word) => ids.get(word) ?? [],
  };
}

function known(id: string, en: string, zh: string, price: number, stock: number): Product {
  const category = { en: 'Widgets', zh: '小部件' };
  return { id, name: { en, zh }, category, price, currency: 'USD', stock };
}

/** A small generator (mulberry32): the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
