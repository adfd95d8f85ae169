import type { Instant } from '@parley/core'

/** Which pictures forms are being stored with, for all servers of a database. */
export interface PictureAttachments {
	/** Waits for a removal of the same picture. */
	note(name: string, at: Instant): Promise<void>
	/** Runs `remove` unless the picture was attached at `since` or later; meanwhile nobody attaches it. */
	removeUnlessAttached(name: string, since: Instant, remove: () => Promise<void>): Promise<void>
	forgetBefore(at: Instant): Promise<void>
}
