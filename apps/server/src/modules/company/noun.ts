import type { Platform } from '../../platform/noun.ts'
import { createSqlCompanyStore } from './store.sql.ts'

export const companyNoun = {
	name: 'company' as const,
	open: ({ db }: Pick<Platform, 'db'>) => ({ companies: createSqlCompanyStore(db) }),
}
