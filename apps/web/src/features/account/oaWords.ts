import { m } from '../../locales/index.ts'
import type { OaSaying } from './oa.ts'
import { type OwnWords, sentenceWith } from './words.ts'

export const oaWords: OwnWords<OaSaying> = {
	oaUnknown: m.account_says_oaUnknown,
	oaWrongPassword: m.account_says_oaWrongPassword,
	oaTooMany: m.account_says_oaTooMany,
}

export const oaSentence = sentenceWith<OaSaying>(oaWords)
