import type { CommandContext, OnDatabase } from '../../../platform/command.ts'
import type { Db } from '../../../platform/db.ts'
import { createSqlCompanyStore } from '../../company/index.ts'
import { openDirectory } from '../../directory/index.ts'
import { createSqlHandoverStore } from '../../meeting/index.ts'
import { createSqlMeetingReportStore, createSqlVisitStore } from '../../meetingReport/index.ts'
import { forgetPerson } from '../../messaging/index.ts'
import { createSqlRecordingStore } from '../../recording/index.ts'
import { createSqlRoomStore } from '../../room/index.ts'
import { accountStoresOn } from '../../session/index.ts'
import { createSqlIdentityStore } from '../../social/index.ts'
import { createSqlComplaintStore } from '../../support/index.ts'
import { createSqlPeopleStore } from '../peopleStore.sql.ts'
import { createAccountService } from '../service.ts'

/** Creates the services and stores that a change of a person touches, on a database or on a transaction. */
function personStoresOn({ db, clock, ids }: OnDatabase) {
	const { accounts: store, sessions, proofs } = accountStoresOn(db, { clock, ids })
	return {
		clock,
		ids,
		sessions,
		proofs,
		accounts: createAccountService({ store, clock, ids }),
		people: createSqlPeopleStore(db),
		companies: createSqlCompanyStore(db),
		directory: openDirectory({ db, ids }),
		identities: createSqlIdentityStore(db),
		complaints: createSqlComplaintStore(db),
		handovers: createSqlHandoverStore(db),
		activity: createSqlMeetingReportStore(db),
		visits: createSqlVisitStore(db),
		recordings: createSqlRecordingStore(db),
		rooms: createSqlRoomStore(db),
		forgetInMessaging: (...person: ForgottenPerson) => forgetPerson(db, ...person),
	}
}
type ForgottenPerson = Parameters<typeof forgetPerson> extends [Db, ...infer Rest] ? Rest : never
export type PersonStores = ReturnType<typeof personStoresOn>

/** The context of commands for people. */
export interface PersonContext extends Omit<CommandContext, 'inTransaction'>, PersonStores {
	/** Runs `work` in one transaction, for writes of many rows. */
	writeMany(work: (within: Db) => Promise<void>): Promise<void>
	/** Runs `work` with services on one transaction. */
	inTransaction<T>(work: (parts: PersonStores) => Promise<T>): Promise<T>
}

export const createPersonContext = (context: CommandContext): PersonContext => ({
	...context,
	...personStoresOn(context),
	writeMany: work => context.inTransaction(({ db }) => work(db)),
	inTransaction: work => context.inTransaction(inside => work(personStoresOn(inside))),
})
