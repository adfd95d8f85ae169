import { lazyComponent } from '../../ui/index.ts'
import { useSession } from '../session/index.ts'
import { choicesOf } from './companies.ts'

const CompanySheet = lazyComponent(async () => (await import('./CompanySheet.tsx')).CompanySheet, { overlay: true })

/** The sheet of companies to change between; it comes with its first use and then stays. */
export function CompanySwitch(sheet: { open: boolean; onOpenChange(open: boolean): void }) {
	const person = useSession()
	if (person.kind === 'guest') return null
	return <CompanySheet {...sheet} companies={choicesOf(person.user.companies)} current={person.company} />
}
