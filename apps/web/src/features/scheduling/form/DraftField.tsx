import type { Instant } from '@parley/core'
import { useController } from 'react-hook-form'
import { SwitchRow, type SwitchRowProps } from '../../../ui/index.ts'
import { draftErrorText } from '../draft/draftErrors.ts'
import type { Draft, DraftFieldName, DraftHost } from '../draft/draftFields.ts'
import type { DraftPicker } from '../draft/draftNavigation.ts'
import type { DraftFormState } from '../draft/useDraftForm.ts'

export interface DraftFormProps {
	id: string
	/** A saved meeting cannot become recurring or one-off. */
	kind: 'new' | 'existing'
	draftForm: DraftFormState
	now: Instant
	/** The IANA zone of the start. */
	zone: string
	/** The person who schedules; the host where no one else is chosen. */
	defaultHost: DraftHost | undefined
	/** True if host and attendees are chosen here (CREATE-30). */
	canChoosePeople: boolean
	/** A person has to be invited (CREATE-22). */
	requiresAttendees?: boolean | undefined
	/** True if meetings of the site may be broadcast; one that is stays so. */
	hasLives: boolean
	/** Only the attendees can be changed (EDIT-02, EDIT-03). */
	attendeesOnly?: boolean | undefined
	/** The server has not answered yet: passwords and attendees are unknown. */
	isLoading?: boolean | undefined
	/** Shown above the form while it holds a restored draft (CREATE-26). */
	restoredText: string
	onOpenPicker(picker: DraftPicker): void
	onSubmit(draft: Draft): void
}

/** Value, change handler, ref and error text of a field. */
export function useDraftField<F extends DraftFieldName>({ draftForm }: Pick<DraftFormProps, 'draftForm'>, name: F) {
	const { field, fieldState } = useController({ control: draftForm.form.control, name })
	const { value, onChange, ref } = field
	return { value, onChange, ref, error: draftErrorText(fieldState.error, draftForm.requirements) }
}

type BooleanFieldName = { [F in DraftFieldName]: Draft[F] extends boolean ? F : never }[DraftFieldName]

export interface SwitchFieldProps extends Pick<SwitchRowProps, 'label' | 'note'> {
	form: DraftFormProps
	name: BooleanFieldName
}

export function SwitchField({ form, name, ...row }: SwitchFieldProps) {
	const { value, ref, onChange } = useDraftField(form, name)
	return <SwitchRow {...row} ref={ref} checked={value} disabled={form.attendeesOnly} onChange={onChange} />
}
