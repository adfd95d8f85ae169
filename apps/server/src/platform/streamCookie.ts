/** Cookie on the path of one stream or recording, with which a page loads its media. */
export const streamTokenCookie = 'parley_live'
