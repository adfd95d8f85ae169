import { type Clock, systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { seedMessaging } from './messaging.ts'
import { refreshDemo } from './refresh.ts'
import { seedDemo } from './seed.ts'
import { mainSite } from './sites.ts'
import { demoStore } from './store.sql.ts'

export { createDemoIdentityIssuer } from './identityIssuer.ts'
export { demoLives } from './lives.ts'
export { historyIds, meetingIds } from './meetings.ts'
export { demoGroup, demoRoom } from './messaging.ts'
export { demoAccounts, demoPassword } from './people.ts'
export { findPublishedPasswords, removePublishedPasswords } from './publishedPasswords.ts'
export { type DemoDeps, seedDemo } from './seed.ts'
export { demoSites, mainSite, parleyDemo } from './sites.ts'

/** Seeds an empty database with the demo, or moves its dates to today; returns whether the database contains the demo. */
export async function seedOrRefreshDemo(db: Db, clock: Clock = systemClock): Promise<boolean> {
	const isNew = await seedDemo({ db, clock })
	if (!isNew && !(await demoStore(db).hasSite(mainSite))) return false
	await seedMessaging(db, clock.now())
	if (!isNew) await refreshDemo({ db, clock })
	return true
}
