/** What may have to be said on any screen. */
export type Word = 'timeout' | 'bindPhone' | 'perfectInfo'
