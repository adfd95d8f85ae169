/** What the product is called. 晤 is to meet face to face, and has the sun in it; 谈 is to talk. */
export const productNames = { zh: '晤谈', en: 'Parley' } as const
