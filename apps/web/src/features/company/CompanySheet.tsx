import type { Membership } from '@parley/api'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Spinner, toast } from '../../ui/index.ts'
import { Sheet } from '../../ui/sheet.ts'
import styles from './CompanySheet.module.css'
import { companyName } from './companyName.ts'
import { switchCompany } from './switchCompany.ts'
import { switchWords } from './switchWords.ts'

export interface CompanySheetProps {
	companies: readonly Membership[]
	current: Membership | undefined
	open: boolean
	onOpenChange(open: boolean): void
}

/** The companies somebody may work in; a tap changes to one (CORP-01). */
export function CompanySheet({ companies, current, open, onOpenChange }: CompanySheetProps) {
	const [waitsFor, setWaitsFor] = useState<string>()

	async function choose({ companyId }: Membership) {
		if (waitsFor !== undefined) return
		setWaitsFor(companyId)
		const switched = await switchCompany(companyId)
		setWaitsFor(undefined)
		const fault = switchWords[switched]
		if (fault) return void toast.show(fault(), { tone: 'error' })
		onOpenChange(false)
	}

	return (
		<Sheet open={open} onOpenChange={onOpenChange} title={m.company_switch_title()} closeLabel={m.common_close()}>
			<ul className={styles.list}>
				{companies.map(company => {
					const isCurrent = company.companyId === current?.companyId
					return (
						<li key={company.companyId}>
							<button
								type="button"
								className={styles.company}
								aria-current={isCurrent || undefined}
								aria-busy={company.companyId === waitsFor || undefined}
								onClick={() => void choose(company)}
							>
								<span className={styles.name}>{companyName(company)}</span>
								{company.companyId === waitsFor ? (
									<Spinner label={m.company_switching()} />
								) : (
									isCurrent && <Check aria-hidden />
								)}
							</button>
						</li>
					)
				})}
			</ul>
		</Sheet>
	)
}
