import type { ReactNode } from 'react'

/** Says to who listens what everybody else sees happen. */
export function LiveRegion({ children }: { children: ReactNode }) {
	return (
		<p role="status" className="sr-only">
			{children}
		</p>
	)
}
