import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import type { BindOaSaying } from './bindOa.ts'
import { identityWords } from './identityWords.ts'
import type { IdentitySaying } from './socialSignIn.ts'

export const bindOaSentence = sentenceWith<BindOaSaying | IdentitySaying>({
	...identityWords,
	oaUnknown: m.social_says_oaUnsupported,
	oaLoginError: m.social_says_oaLoginError,
	bindTooMany: m.social_says_bindTooMany,
	bindFailed: m.social_says_bindFailed,
	bindAlready: m.social_says_bindAlready,
})
