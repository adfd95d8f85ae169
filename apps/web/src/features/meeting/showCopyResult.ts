import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'

/** Tells whether something was copied. */
export const showCopyResult = (copied: boolean): void =>
	void toast.show(copied ? m.meeting_copied() : m.meeting_copy_failed(), { tone: copied ? 'ok' : 'error' })
