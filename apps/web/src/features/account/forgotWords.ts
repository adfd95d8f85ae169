import { m } from '../../locales/index.ts'
import { mobileMessage } from '../verification/index.ts'
import type { ForgotSaying } from './forgot.ts'
import { sentenceWith } from './words.ts'

export const forgotSentence = sentenceWith<ForgotSaying>({
	inconsistent: () => mobileMessage('inconsistent'),
	wrongCode: m.account_says_wrongCode,
	codeExpired: m.account_says_codeExpired,
	mobileInvalid: () => mobileMessage('mobileInvalid'),
	incompleteProfile: m.account_says_incompleteProfile,
	notRegistered: () => mobileMessage('notRegistered'),
})
