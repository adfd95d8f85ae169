import { type RefObject, useEffect } from 'react'

/** Brings the one who fills in a form to the field something is wrong with. */
export function useFocusInvalidField(form: RefObject<HTMLFormElement | null>, says: unknown) {
	useEffect(() => {
		if (says) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}, [form, says])
}
