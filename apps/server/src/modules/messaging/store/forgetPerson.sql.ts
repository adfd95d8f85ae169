import type { ImAppId, ImUserId } from '@parley/im'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db.ts'

/**
 * Removes the names and the picture of a person whose account is deleted. Their messages stay as written, under the
 * name they were written with.
 */
export async function forgetPerson(db: Db, appId: ImAppId, uid: ImUserId): Promise<void> {
	await sql`update im_users set nick_name = '', img_url = '' where app_id = ${appId} and uid = ${uid}`.execute(db)
	await sql`update im_members set nick_name = null where app_id = ${appId} and uid = ${uid}`.execute(db)
}
