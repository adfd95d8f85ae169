import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import { identityWords } from './identityWords.ts'
import type { SocialSaying } from './socialSignIn.ts'

export const socialSentence = sentenceWith<SocialSaying>({ ...identityWords, notBound: m.social_says_notBound })
