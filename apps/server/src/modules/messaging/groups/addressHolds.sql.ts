import type { Instant } from '@parley/core'
import type { ImAppId, ImUserId } from '@parley/im'
import type { Db } from '../../../platform/db.ts'
import type { AddressHoldStore } from './addressHolds.ts'

type HoldTables = {
	im_guest_addresses: { app_id: ImAppId; uid: ImUserId; address: string; first_at: Instant; last_at: Instant }
	im_held_addresses: {
		app_id: ImAppId
		gid: string
		uid: ImUserId
		address: string
		since: Instant
		until: Instant
	}
}

export function createSqlAddressHoldStore(database: Db): AddressHoldStore {
	const db = database.$extendTables<HoldTables>()
	return {
		async noteGuest({ appId, uid, address, now }) {
			await db
				.insertInto('im_guest_addresses')
				.values({ app_id: appId, uid, address, first_at: now, last_at: now })
				.onConflict(conflict => conflict.columns(['app_id', 'uid']).doUpdateSet({ address, last_at: now }))
				.execute()
		},
		async hold({ appId, gid, uid, since, until }) {
			const guest = await db
				.selectFrom('im_guest_addresses')
				.select('address')
				.where('app_id', '=', appId)
				.where('uid', '=', uid)
				.executeTakeFirst()
			if (!guest) return
			const held = { address: guest.address, since, until }
			await db
				.insertInto('im_held_addresses')
				.values({ app_id: appId, gid, uid, ...held })
				.onConflict(conflict => conflict.columns(['app_id', 'gid', 'uid']).doUpdateSet(held))
				.execute()
		},
		async release(appId, gid, uid) {
			await db
				.deleteFrom('im_held_addresses')
				.where('app_id', '=', appId)
				.where('gid', '=', gid)
				.where('uid', '=', uid)
				.execute()
		},
		async isHeld({ appId, gid, uid, address, now }) {
			const row = await db
				.selectFrom('im_held_addresses as held')
				.select('held.since')
				.where('held.app_id', '=', appId)
				.where('held.gid', '=', gid)
				.where('held.address', '=', address)
				.where('held.until', '>', now)
				.where(where =>
					where.not(
						where.exists(
							where
								.selectFrom('im_guest_addresses as guest')
								.select('guest.uid')
								.where('guest.app_id', '=', appId)
								.where('guest.uid', '=', uid)
								.whereRef('guest.first_at', '<', 'held.since'),
						),
					),
				)
				.executeTakeFirst()
			return row !== undefined
		},
		async removeOld({ holds, guests }) {
			await db.deleteFrom('im_held_addresses').where('until', '<', holds).execute()
			await db.deleteFrom('im_guest_addresses').where('last_at', '<', guests).execute()
		},
	}
}
