import * as v from 'valibot'

/** Role of a person in the room, in all their windows (ROOM-110). */
export const ParticipantRole = v.picklist(['host', 'co-host', 'member', 'guest'])
export type ParticipantRole = v.InferOutput<typeof ParticipantRole>

/**
 * Who may do what in a room. The server enforces this table, the page shows the actions that it allows. What members and
 * guests may do besides is decided by the host (`Permissions`).
 */
const rolesOfActions = {
	'lock-room': ['host', 'co-host'],
	'end-meeting': ['host'],
	'give-roles': ['host'],
	'admit-people': ['host', 'co-host'],
	'remove-person': ['host', 'co-host'],
	'remove-message': ['host', 'co-host'],
	'mute-person': ['host', 'co-host'],
	'lower-hands': ['host', 'co-host'],
	'rename-person': ['host', 'co-host'],
	'set-spotlight': ['host', 'co-host'],
	'stop-presenter': ['host', 'co-host'],
	'set-permissions': ['host', 'co-host'],
	'run-poll': ['host', 'co-host'],
	'record-meeting': ['host', 'co-host'],
} as const satisfies Record<string, readonly ParticipantRole[]>

export type RoleAction = keyof typeof rolesOfActions
export const roleActions = Object.keys(rolesOfActions) as RoleAction[]

/** Returns whether a role may do something in the room. */
export const canDo = (role: ParticipantRole, action: RoleAction): boolean =>
	(rolesOfActions[action] as readonly ParticipantRole[]).includes(role)

/**
 * The permissions of members and guests (ROOM-112): share a screen, write messages, send pictures and files with them (ROOM-223),
 * unmute and rename themselves, and continue on another device.
 */
export const Permissions = v.strictObject({
	share: v.boolean(),
	write: v.boolean(),
	files: v.boolean(),
	unmute: v.boolean(),
	rename: v.boolean(),
	transfer: v.boolean(),
})
export type Permissions = v.InferOutput<typeof Permissions>
export const initialPermissions: Permissions = {
	share: true,
	write: true,
	files: true,
	unmute: true,
	rename: true,
	transfer: true,
}

/** Returns whether a role may do what depends on the permissions. */
export const isPermitted = (role: ParticipantRole, permission: keyof Permissions, permissions: Permissions): boolean =>
	isManager(role) || permissions[permission]

/** Hosts and co-hosts run the meeting: what the host does not permit to members is permitted to them. */
export const isManager = (role: ParticipantRole): boolean => role === 'host' || role === 'co-host'

/** A host acts on anybody, a co-host on nobody who runs the meeting too. */
export const canActOn = (actor: ParticipantRole, target: ParticipantRole): boolean =>
	actor === 'host' || (actor === 'co-host' && !isManager(target))
