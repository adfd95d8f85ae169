import { MeetingId } from '@parley/core'
import { ParticipantId, ParticipantRole } from '@parley/room'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { Decision, KnownPerson, Removal, RoomSettings, RoomStore, TicketRow } from './store.ts'

type RoomTables = {
	room_tickets: {
		hash: string
		meeting_id: string
		site_id: string
		user_id: string | null
		person_key: string
		session_id: string | null
		address_key: string | null
		password_proof: string | null
		display_name: string
		is_host: number
		microphone: number
		camera: number
		expires_at: number
		used_at: number | null
	}
	room_removals: {
		meeting_id: string
		person_key: string
		removed_at: number
		/** Null in removals of versions that kept no more. */
		participant_id: string | null
		address_key: string | null
		user_id: string | null
		display_name: string | null
		role: string | null
	}
	room_people: {
		meeting_id: string
		person_key: string
		role: string | null
		display_name: string | null
	}
	room_decisions: {
		meeting_id: string
		person_key: string
		decision: Decision
		decided_at: number
		message: string | null
	}
	room_permissions: {
		meeting_id: string
		share: number
		write: number
		files: number
		unmute: number
		rename: number
		transfer: number
		shows_history: number
		host_key: string | null
	}
	room_endings: { meeting_id: string; ended_at: number }
}

export function createSqlRoomStore(database: Db): RoomStore {
	const db = database.$extendTables<RoomTables>()
	return {
		async insertTicket(ticket) {
			await db.insertInto('room_tickets').values(rowOf(ticket)).execute()
		},
		async redeemTicket(hash, now) {
			const row = await db
				.updateTable('room_tickets')
				.set({ used_at: now })
				.where('hash', '=', hash)
				.where('used_at', 'is', null)
				.where('expires_at', '>', now)
				.returningAll()
				.executeTakeFirst()
			return row && ticketOf(row)
		},
		async restoreTicket(hash) {
			await db.updateTable('room_tickets').set({ used_at: null }).where('hash', '=', hash).execute()
		},
		async findTicket(hash) {
			const row = await db.selectFrom('room_tickets').selectAll().where('hash', '=', hash).executeTakeFirst()
			return row && ticketOf(row)
		},
		async removeExpiredTickets(now) {
			await db.deleteFrom('room_tickets').where('expires_at', '<=', now).execute()
		},
		async addRemoval(meetingId, { personKey, addressKey, participantId, userId, name, role, removedAt }) {
			const fields = {
				participant_id: participantId,
				address_key: addressKey,
				user_id: userId,
				display_name: name,
				role,
				removed_at: removedAt,
			}
			await db
				.insertInto('room_removals')
				.values({ meeting_id: meetingId, person_key: personKey, ...fields })
				.onConflict(conflict => conflict.columns(['meeting_id', 'person_key']).doUpdateSet(fields))
				.execute()
		},
		async liftRemoval(meetingId, personKey) {
			await db
				.deleteFrom('room_removals')
				.where('meeting_id', '=', meetingId)
				.where('person_key', '=', personKey)
				.execute()
		},
		async findRemovals(meetingId) {
			const rows = await db
				.selectFrom('room_removals')
				.selectAll()
				.where('meeting_id', '=', meetingId)
				.where('participant_id', 'is not', null)
				.orderBy('removed_at', 'desc')
				.execute()
			return rows.map(removalOf)
		},
		async isAddressRemoved(meetingId, addressKey) {
			const row = await db
				.selectFrom('room_removals')
				.select('address_key')
				.where('meeting_id', '=', meetingId)
				.where('address_key', '=', addressKey)
				.executeTakeFirst()
			return row !== undefined
		},
		async isRemoved(meetingId, personKey) {
			const row = await db
				.selectFrom('room_removals')
				.select('person_key')
				.where('meeting_id', '=', meetingId)
				.where('person_key', '=', personKey)
				.executeTakeFirst()
			return row !== undefined
		},
		async savePerson(meetingId, personKey, { role, displayName }) {
			const fields = { role, display_name: displayName }
			await db
				.insertInto('room_people')
				.values({ meeting_id: meetingId, person_key: personKey, ...fields })
				.onConflict(conflict => conflict.columns(['meeting_id', 'person_key']).doUpdateSet(fields))
				.execute()
		},
		async findPeople(meetingId) {
			const rows = await db.selectFrom('room_people').selectAll().where('meeting_id', '=', meetingId).execute()
			return new Map(rows.map(row => [row.person_key, personOf(row)]))
		},
		async setDecision(meetingId, personKey, { decision, decidedAt, message }) {
			const row = { decision, decided_at: decidedAt, message }
			await db
				.insertInto('room_decisions')
				.values({ meeting_id: meetingId, person_key: personKey, ...row })
				.onConflict(conflict => conflict.columns(['meeting_id', 'person_key']).doUpdateSet(row))
				.execute()
		},
		async findDecision(meetingId, personKey) {
			const row = await db
				.selectFrom('room_decisions')
				.select(['decision', 'decided_at', 'message'])
				.where('meeting_id', '=', meetingId)
				.where('person_key', '=', personKey)
				.executeTakeFirst()
			return row && { decision: row.decision, decidedAt: row.decided_at, message: row.message ?? '' }
		},
		async saveSettings(meetingId, { permissions, chat, hostKey }) {
			const { share, write, files, unmute, rename, transfer } = permissions
			const fields = {
				share: Number(share),
				write: Number(write),
				files: Number(files),
				unmute: Number(unmute),
				rename: Number(rename),
				transfer: Number(transfer),
				shows_history: Number(chat.showsHistory),
				host_key: hostKey,
			}
			await db
				.insertInto('room_permissions')
				.values({ meeting_id: meetingId, ...fields })
				.onConflict(conflict => conflict.column('meeting_id').doUpdateSet(fields))
				.execute()
		},
		async findSettings(meetingId) {
			const row = await db
				.selectFrom('room_permissions')
				.selectAll()
				.where('meeting_id', '=', meetingId)
				.executeTakeFirst()
			return row && settingsOf(row)
		},
		async close(meetingId, at) {
			await db.transaction().execute(async trx => {
				for (const table of tablesUntilEnd) await trx.deleteFrom(table).where('meeting_id', '=', meetingId).execute()
				await trx
					.insertInto('room_endings')
					.values({ meeting_id: meetingId, ended_at: at })
					.onConflict(conflict => conflict.column('meeting_id').doUpdateSet({ ended_at: at }))
					.execute()
			})
		},
		async forget(meetingId) {
			await db.transaction().execute(async trx => {
				for (const table of [...tablesUntilEnd, 'room_endings'] as const)
					await trx.deleteFrom(table).where('meeting_id', '=', meetingId).execute()
			})
		},
		async closedAt(meetingId) {
			const row = await db
				.selectFrom('room_endings')
				.select('ended_at')
				.where('meeting_id', '=', meetingId)
				.executeTakeFirst()
			return row?.ended_at
		},
		async forgetPerson(userId) {
			await db.deleteFrom('room_removals').where('user_id', '=', userId).execute()
			// A member has the account as key.
			await db.updateTable('room_people').set({ display_name: null }).where('person_key', '=', userId).execute()
		},
	}
}

/** Rows that belong to a meeting until it ends. */
const tablesUntilEnd = ['room_tickets', 'room_removals', 'room_people', 'room_decisions', 'room_permissions'] as const

const personOf = (row: RoomTables['room_people']): KnownPerson => ({
	role: v.parse(v.nullable(ParticipantRole), row.role),
	displayName: row.display_name,
})

const removalOf = (row: RoomTables['room_removals']): Removal => ({
	personKey: row.person_key,
	addressKey: row.address_key,
	participantId: v.parse(ParticipantId, row.participant_id),
	userId: row.user_id,
	name: row.display_name ?? '',
	role: v.parse(ParticipantRole, row.role),
	removedAt: row.removed_at,
})

const settingsOf = (row: RoomTables['room_permissions']): RoomSettings => ({
	permissions: {
		share: row.share === 1,
		write: row.write === 1,
		files: row.files === 1,
		unmute: row.unmute === 1,
		rename: row.rename === 1,
		transfer: row.transfer === 1,
	},
	chat: { showsHistory: row.shows_history === 1 },
	hostKey: row.host_key,
})

const ticketOf = (row: RoomTables['room_tickets']): TicketRow => ({
	hash: row.hash,
	meetingId: v.parse(MeetingId, row.meeting_id),
	siteId: row.site_id,
	userId: row.user_id,
	personKey: row.person_key,
	sessionId: row.session_id,
	addressKey: row.address_key,
	passwordProof: row.password_proof,
	displayName: row.display_name,
	host: row.is_host === 1,
	microphone: row.microphone === 1,
	camera: row.camera === 1,
	expiresAt: row.expires_at,
	usedAt: row.used_at,
})

const rowOf = (ticket: TicketRow): RoomTables['room_tickets'] => ({
	hash: ticket.hash,
	meeting_id: ticket.meetingId,
	site_id: ticket.siteId,
	user_id: ticket.userId,
	person_key: ticket.personKey,
	session_id: ticket.sessionId,
	address_key: ticket.addressKey,
	password_proof: ticket.passwordProof,
	display_name: ticket.displayName,
	is_host: ticket.host ? 1 : 0,
	microphone: ticket.microphone ? 1 : 0,
	camera: ticket.camera ? 1 : 0,
	expires_at: ticket.expiresAt,
	used_at: ticket.usedAt,
})
