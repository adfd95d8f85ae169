import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import type { BindOaMessageKey } from './bindOa.ts'
import { identityMessages } from './identityWords.ts'
import type { IdentityMessageKey } from './socialSignIn.ts'

export const bindOaMessage = sentenceWith<BindOaMessageKey | IdentityMessageKey>({
	...identityMessages,
	oaUnknown: m.social_says_oaUnsupported,
	oaLoginError: m.social_says_oaLoginError,
	bindTooMany: m.social_says_bindTooMany,
	bindFailed: m.social_says_bindFailed,
	bindAlready: m.social_says_bindAlready,
})
