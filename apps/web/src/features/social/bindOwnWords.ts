import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import type { BindOwnSaying } from './bindOwn.ts'
import { identityWords } from './identityWords.ts'
import type { IdentitySaying } from './socialSignIn.ts'

export const bindOwnSentence = sentenceWith<BindOwnSaying | IdentitySaying>({
	...identityWords,
	bindFailed: m.social_says_bindFailed,
	bindAlready: m.social_says_bindAlready,
})
