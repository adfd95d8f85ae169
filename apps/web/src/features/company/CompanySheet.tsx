import { m } from '../../locales/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { CompanyRows, type CompanyRowsProps } from './CompanyRows.tsx'

export interface CompanySheetProps extends Pick<CompanyRowsProps, 'companies' | 'current'> {
	open: boolean
	/** Says what the choice is for; by default, to switch to the company. */
	title?: string
	onOpenChange(open: boolean): void
}

/** The companies a person may work in, to choose one of. */
export function CompanySheet({ open, onOpenChange, title, ...rows }: CompanySheetProps) {
	return (
		<Sheet
			open={open}
			onOpenChange={onOpenChange}
			title={title ?? m.company_switch_title()}
			closeLabel={m.common_close()}
		>
			<CompanyRows {...rows} onSwitched={() => onOpenChange(false)} />
		</Sheet>
	)
}
