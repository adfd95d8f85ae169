import type { Db } from '../../platform/db.ts'
import type { PictureAttachments } from './store.ts'

type PictureTables = {
	picture_attachments: { name: string; attached_at: number }
}

export function createSqlPictureAttachments(database: Db): PictureAttachments {
	const db = database.$extendTables<PictureTables>()
	return {
		async note(name, at) {
			await db
				.insertInto('picture_attachments')
				.values({ name, attached_at: at })
				.onConflict(conflict => conflict.column('name').doUpdateSet({ attached_at: at }))
				.execute()
		},
		async removeUnlessAttached(name, since, remove) {
			await db.transaction().execute(async trx => {
				// The row locks the picture, also if it is not attached.
				const { attached_at } = await trx
					.insertInto('picture_attachments')
					.values({ name, attached_at: 0 })
					.onConflict(conflict => conflict.column('name').doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })))
					.returning('attached_at')
					.executeTakeFirstOrThrow()
				if (attached_at >= since) return
				await remove()
				await trx.deleteFrom('picture_attachments').where('name', '=', name).execute()
			})
		},
		async forgetBefore(at) {
			await db.deleteFrom('picture_attachments').where('attached_at', '<', at).execute()
		},
	}
}
