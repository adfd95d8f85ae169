/** Cookie on the path of one live, recording or chat, with which a page loads its media or files. */
export const pathTokenCookie = 'parley_live'
