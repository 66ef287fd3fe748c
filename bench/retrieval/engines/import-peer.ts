/**
 * A package of `bench/package.json`. The types of the project must check without the peers installed, so each engine states
 * the part of a peer that it uses.
 */
export function importPeer<Module>(name: string): Promise<Module> {
  return import(name);
}
