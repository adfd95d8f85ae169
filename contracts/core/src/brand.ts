/** Names of the product. 晤 means to meet face to face, and contains the sun; 谈 means to talk. */
export const productNames = { zh: '晤谈', en: 'Parley' } as const
