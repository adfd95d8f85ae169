import { type Clock, systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { mainSite } from './places.ts'
import { refreshDemo } from './refresh.ts'
import { seedDemo } from './seed.ts'
import { demoStore } from './store.sql.ts'

export { historyIds, meetingIds } from './meetings.ts'
export { demoAccounts, demoPassword } from './people.ts'
export { demoSites, mainSite, parleyDemo } from './places.ts'
export { type DemoParts, seedDemo } from './seed.ts'
export { createVoucher } from './voucher.ts'

/** Fills an empty store with the demo, or moves its dates with today; true where the demo is in the store. */
export async function keepDemo(db: Db, clock: Clock = systemClock): Promise<boolean> {
	if (await seedDemo({ db, clock })) return true
	if (!(await demoStore(db).hasSite(mainSite))) return false
	await refreshDemo({ db, clock })
	return true
}
