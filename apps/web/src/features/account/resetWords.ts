import { m } from '../../locales/index.ts'
import type { ResetSaying } from './forgot.ts'
import { sentenceWith } from './words.ts'

export const resetSentence = sentenceWith<ResetSaying>({
	formatError: m.formatError,
	mismatch: m.account_says_mismatch,
	pageExpired: m.account_says_pageExpired,
})
