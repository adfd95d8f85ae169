import type { Membership } from '@parley/api'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Spinner, toast, useAction } from '../../ui/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import styles from './CompanySheet.module.css'
import { companyName } from './companies.ts'
import { switchCompany, switchErrorMessage } from './switchCompany.ts'

export interface CompanySheetProps {
	companies: readonly Membership[]
	current: Membership | undefined
	open: boolean
	onOpenChange(open: boolean): void
}

/** The companies a person may work in; a tap switches to one (CORP-01). */
export function CompanySheet({ companies, current, open, onOpenChange }: CompanySheetProps) {
	const [selectedId, setSelectedId] = useState<string>()
	const [select, isSwitching] = useAction(
		({ companyId }: Membership) => {
			setSelectedId(companyId)
			return switchCompany(companyId)
		},
		result => {
			const message = switchErrorMessage(result)
			if (message) return toast.show(message, { tone: 'error' })
			onOpenChange(false)
		},
	)

	return (
		<Sheet open={open} onOpenChange={onOpenChange} title={m.company_switch_title()} closeLabel={m.common_close()}>
			<ul className={styles.list}>
				{companies.map(company => {
					const isCurrent = company.companyId === current?.companyId
					const isBusy = isSwitching && company.companyId === selectedId
					return (
						<li key={company.companyId}>
							<button
								type="button"
								className={styles.company}
								aria-current={isCurrent || undefined}
								aria-busy={isBusy || undefined}
								onClick={() => void select(company)}
							>
								<span className={styles.name}>{companyName(company)}</span>
								{isBusy ? <Spinner label={m.company_switching()} /> : isCurrent && <Check aria-hidden />}
							</button>
						</li>
					)
				})}
			</ul>
		</Sheet>
	)
}
