import type { Membership } from '@parley/api'
import { m } from '../../locales/index.ts'
import { isPersonal } from './companies.ts'

/** OP-104: the personal edition goes by the same name for everybody. */
export const companyName = (company: Membership): string =>
	isPersonal(company) ? m.company_personal_edition() : company.name
