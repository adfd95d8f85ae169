import { afterAll, vi } from 'vitest'

// Files that one worker runs have the same happy-dom, with the same prototypes: a spy on one of them would stay for the next file.
afterAll(() => void vi.restoreAllMocks())
