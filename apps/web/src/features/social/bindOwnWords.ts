import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import type { BindToCurrentUserMessageKey } from './bindOwn.ts'
import { identityMessages } from './identityWords.ts'
import type { IdentityMessageKey } from './socialSignIn.ts'

export const bindToCurrentUserMessage = sentenceWith<BindToCurrentUserMessageKey | IdentityMessageKey>({
	...identityMessages,
	bindFailed: m.social_says_bindFailed,
	bindAlready: m.social_says_bindAlready,
})
