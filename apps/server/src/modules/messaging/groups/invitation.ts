import type { ImAppId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { GroupRow } from '../model/group.ts'
import type { MessagingStore } from '../store/store.ts'
import { effectiveRoleOf, mayBringIn } from './groupPolicy.ts'
import type { QrCodes } from './qrCodes.ts'

interface InvitationDeps {
	store: Pick<MessagingStore, 'findMembers'>
	qrCodes: QrCodes
	timers: Timers
}

/** Returns whether a code admits to a group: it has not expired, and its creator may still add people. */
export async function isInvitation(
	{ store, qrCodes, timers }: InvitationDeps,
	appId: ImAppId,
	group: GroupRow,
	code: string,
): Promise<boolean> {
	const now = timers.now()
	const issuer = qrCodes.findIssuer({ appId, gid: group.id }, code, now)
	if (issuer === undefined) return false
	const [row] = await store.findMembers(appId, group.id, [issuer])
	return mayBringIn(group, effectiveRoleOf(group, row, { isGuest: false }, now))
}
