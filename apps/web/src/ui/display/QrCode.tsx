import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import styles from './QrCode.module.css'

/** The quiet zone of a QR code, in modules. Codes are dark on light in every theme: many scanners read no other. */
const quietZone = 4

export interface QrCodeProps {
	text: string
	/** What it is a code of, for who does not see it. */
	label: string
}

/** A text as a QR code, drawn in the page so that no server learns of it. */
export function QrCode({ text, label }: QrCodeProps) {
	const { path, size } = useMemo(() => {
		const code = generate(text)
		return { path: toSvgPath(code), size: code.size }
	}, [text])
	const box = size + 2 * quietZone
	return (
		<svg
			className={styles.code}
			viewBox={`${-quietZone} ${-quietZone} ${box} ${box}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
		>
			<path d={path} />
		</svg>
	)
}
