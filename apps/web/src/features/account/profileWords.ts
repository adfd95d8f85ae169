import { m } from '../../locales/index.ts'
import type { ProfileSaying } from './profile.ts'
import { sentenceWith } from './words.ts'

export const profileSentence = sentenceWith<ProfileSaying>({
	noName: m.account_says_noName,
	formatError: m.formatError,
	alreadyRegistered: m.account_says_takenMeanwhile,
	tokenExpired: m.account_says_tokenExpired,
})
