import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import type { ComplaintSaying } from './complaint.ts'

export const complaintSentence = sentenceWith<ComplaintSaying>({ contentInvalid: m.support_says_contentInvalid })
