import { m } from '../../locales/index.ts'
import { mobileWords } from '../verification/index.ts'
import type { ForgotSaying } from './forgot.ts'
import { sentenceWith } from './words.ts'

export const forgotSentence = sentenceWith<ForgotSaying>({
	inconsistent: () => mobileWords('inconsistent'),
	wrongCode: m.account_says_wrongCode,
	codeExpired: m.account_says_codeExpired,
	mobileInvalid: () => mobileWords('mobileInvalid'),
	incompleteProfile: m.account_says_incompleteProfile,
	notRegistered: () => mobileWords('notRegistered'),
})
