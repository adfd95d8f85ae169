import { Link } from '@tanstack/react-router'
import { m } from '../../locales/index.ts'
import { Checkbox } from '../../ui/index.ts'

export interface AgreementCheckboxProps {
	checked: boolean
	/** It has to be ticked before the form is sent. */
	invalid?: boolean
	onChange(checked: boolean): void
	/** Called when an agreement is opened, to save what has been typed. */
	onRead?: () => void
}

/** The checkbox for the agreements, with links to them; their back button returns here (ROUTE-26). */
export function AgreementCheckbox({ checked, invalid, onChange, onRead }: AgreementCheckboxProps) {
	const read = { search: { isSelf: 'true' }, ...(onRead && { onClick: onRead }) }
	return (
		<Checkbox checked={checked} invalid={invalid} onChange={event => onChange(event.currentTarget.checked)}>
			{m.login_agree_lead()}
			<Link to="/Protocol" {...read}>
				{m.login_agree_terms()}
			</Link>
			{m.login_agree_comma()}
			<Link to="/Law" {...read}>
				{m.login_agree_law()}
			</Link>
			{m.login_agree_and()}
			<Link to="/Privacy" {...read}>
				{m.login_agree_privacy()}
			</Link>
		</Checkbox>
	)
}
