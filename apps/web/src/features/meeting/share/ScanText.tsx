import { m } from '../../../locales/index.ts'
import { isLoopbackAddress } from './loopbackAddress.ts'

export interface ScanTextProps {
	/** The content of the code. */
	url: string
	/** Says what scanning the code opens. */
	children: string
}

/** The text beside a QR code: its purpose, or that no phone can open it. */
export const ScanText = ({ url, children }: ScanTextProps) =>
	isLoopbackAddress(url) ? m.common_link_local() : children
