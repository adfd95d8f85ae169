import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import { getCurrentPerson, refreshPerson } from '../session/index.ts'
import { companyName } from './companies.ts'

/** A call that is refused for another reason is no news about the companies. */
const checkAtMostEveryMs = 10_000

/**
 * After a call for the current company was refused: asks which companies the person has, and goes on in one of them where
 * that one is gone. Says so, as what is shown changes.
 */
export function createCompanyCheck(now: () => number): () => Promise<void> {
	let checkedAt = Number.NEGATIVE_INFINITY
	return async () => {
		const before = getCurrentPerson()
		if (before.kind === 'guest' || now() - checkedAt < checkAtMostEveryMs) return
		checkedAt = now()
		await refreshPerson()
		const after = getCurrentPerson()
		if (after.kind === 'guest' || after.user.id !== before.user.id || !before.company) return
		const lost = before.company
		if (after.user.companies.some(({ companyId }) => companyId === lost.companyId)) return
		const gone = companyName(lost)
		toast.show(
			after.company ? m.company_gone_switched({ gone, company: companyName(after.company) }) : m.company_gone({ gone }),
			{ durationMs: 6_000 },
		)
	}
}

export const checkCompany = createCompanyCheck(Date.now)
