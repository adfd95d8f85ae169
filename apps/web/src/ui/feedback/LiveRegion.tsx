import type { ReactNode } from 'react'

/** Announces to screen readers what is only visible otherwise. */
export function LiveRegion({ children }: { children: ReactNode }) {
	return (
		<p role="status" className="sr-only">
			{children}
		</p>
	)
}
