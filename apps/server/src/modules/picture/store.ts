import type { Instant } from '@parley/core'

/** Records which pictures a form is just storing, for all servers of a database. */
export interface PictureAttachments {
	/** Records that a form stores this picture; waits while another server removes it. */
	note(name: string, at: Instant): Promise<void>
	/** Runs `remove` unless the picture was attached at `since` or later; it cannot be attached meanwhile. */
	removeUnlessAttached(name: string, since: Instant, remove: () => Promise<void>): Promise<void>
	forgetBefore(at: Instant): Promise<void>
}
