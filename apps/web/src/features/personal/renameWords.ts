import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import type { RenameSaying } from './rename.ts'

export const renameSentence = sentenceWith<RenameSaying>({
	noName: m.personal_says_noName,
	nameLocked: m.personal_name_locked,
})
