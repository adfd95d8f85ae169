import { m } from '../../locales/index.ts'
import { mobileMessage } from '../verification/index.ts'
import type { RegisterSaying } from './register.ts'
import { sentenceWith } from './words.ts'

export const registerSentence = sentenceWith<RegisterSaying>({
	readProtocol: m.login_read_protocol,
	wrongCode: m.account_says_wrongCode,
	codeExpired: m.account_says_codeExpired,
	mobileInvalid: () => mobileMessage('mobileInvalid'),
	alreadyRegistered: () => mobileMessage('alreadyRegistered'),
	registrationClosed: m.account_says_registrationClosed,
	noDefaultCompany: m.account_says_noDefaultCompany,
})
