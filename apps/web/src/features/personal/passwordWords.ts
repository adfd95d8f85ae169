import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import type { PasswordSaying } from './passwordChange.ts'

export const passwordSentence = sentenceWith<PasswordSaying>({
	formatError: m.formatError,
	userName: m['User.tips10'],
	mismatch: m.account_error_mismatch,
	wrongPassword: m.personal_says_wrongPassword,
})
