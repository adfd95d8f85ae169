import { m } from '../../locales/index.ts'
import { mobileMessage } from '../verification/index.ts'
import type { BindMobileSaying } from './bindMobile.ts'
import { sentenceWith } from './words.ts'

export const bindMobileSentence = sentenceWith<BindMobileSaying>({
	wrongCode: m.account_says_wrongCode,
	codeExpired: m.account_says_codeExpired,
	mobileInvalid: () => mobileMessage('mobileInvalid'),
	duplicate: m.account_says_duplicate,
})
