import { memberRoles } from '@parley/im-sdk/constants'
import type { Member, Row, ShownEvent } from './conversation.ts'
import { dayTime, roleText, texts } from './texts.ts'

type Names = Readonly<Record<string, string>>
type Of<K extends ShownEvent['kind']> = Extract<ShownEvent, { kind: K }>

/** Returns the text of an event that is not a message, or of a revoked message. */
export function eventText({ event, revocation, before }: Omit<Row, 'gaps'>, names: Names): string {
	const nameOf = (userId: string) => names[userId] ?? texts.somebody
	const by = nameOf(event.userId)
	switch (event.kind) {
		case 'message':
			return revocation && revocation.userId !== event.userId
				? texts.revokedBy(nameOf(revocation.userId))
				: texts.revoked
		case 'revocation':
			return texts.revoked
		case 'joined':
			return texts.joined(event.members.map(({ userId, nickName }) => nickName || nameOf(userId)).join(texts.comma))
		case 'left':
			return event.member === event.userId ? texts.left(by) : texts.removed(nameOf(event.member), by)
		case 'member':
			return memberText(event, before)
		case 'settings':
			return settingsText(event, by, nameOf)
		case 'deleted':
			return texts.deleted(by)
		case 'unknown':
			return texts.unknownEvent
	}
}

/** The event has the member as they are now: that their silence was lifted, only what was said before tells. */
function memberText({ ts, member }: Of<'member'>, before: Member | undefined): string {
	const { nickName, role, silence = 0, banned } = member
	if (silence > ts) return texts.silencedUntil(nickName, dayTime(silence))
	if (banned === false) return texts.mayComeBack(nickName)
	if (role !== memberRoles.common) return texts.roleNow(nickName, roleText(role))
	return (before?.silence ?? 0) > ts ? texts.mayWriteAgain(nickName) : texts.mayWrite(nickName)
}

function settingsText({ changes }: Of<'settings'>, by: string, nameOf: (userId: string) => string): string {
	const { announcement, name, owner, silenceAll, slowModeS } = changes
	const said = [
		announcement === undefined ? undefined : texts.announced(by, announcement),
		name === undefined ? undefined : texts.renamed(by, name),
		owner === undefined ? undefined : texts.ownerNow(nameOf(owner)),
		silenceAll === undefined ? undefined : texts.silenceAll(by, silenceAll),
		slowModeS === undefined ? undefined : texts.slowMode(by, slowModeS),
	].filter(text => text !== undefined)
	return said.join(' · ') || texts.otherChange(by)
}
