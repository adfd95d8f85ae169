import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import { identityMessages } from './identityWords.ts'
import type { SocialSignInMessageKey } from './socialSignIn.ts'

export const socialSignInMessage = sentenceWith<SocialSignInMessageKey>({
	...identityMessages,
	notBound: m.social_says_notBound,
})
