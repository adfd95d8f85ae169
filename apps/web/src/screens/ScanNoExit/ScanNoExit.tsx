import { LinkResult } from '../../features/joining/index.ts'

/** /scanNoExit: there is no meeting behind a link. */
export const ScanNoExit = () => <LinkResult outcome="missing" />
