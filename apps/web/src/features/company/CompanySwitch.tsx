import { lazy, Suspense, useState } from 'react'
import { useSession } from '../session/index.ts'
import { choicesOf } from './companies.ts'

const CompanySheet = lazy(async () => ({ default: (await import('./CompanySheet.tsx')).CompanySheet }))

/** The sheet of companies to change between; it comes with its first use and then stays. */
export function CompanySwitch(sheet: { open: boolean; onOpenChange(open: boolean): void }) {
	const person = useSession()
	const [wanted, setWanted] = useState(false)
	if (sheet.open && !wanted) setWanted(true)
	if (!wanted || person.at === 'guest') return null
	return (
		<Suspense>
			<CompanySheet {...sheet} companies={choicesOf(person.user.companies)} current={person.company} />
		</Suspense>
	)
}
